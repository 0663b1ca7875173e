@NullMarked
package dev.loomweight.owners;

import org.jspecify.annotations.NullMarked;
