/** What a subject is made of: what it reads of a fold, and the section that it makes of that. */
@NullMarked
package dev.loomweight.subject;

import org.jspecify.annotations.NullMarked;
