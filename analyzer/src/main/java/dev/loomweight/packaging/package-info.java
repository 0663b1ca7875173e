/** What is done to the command's jar after it was put together, and what it must be like in the end. */
@NullMarked
package dev.loomweight.packaging;

import org.jspecify.annotations.NullMarked;
