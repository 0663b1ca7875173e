/** What fold files hold of what was gathered: the parts of each state, as records of numbers, texts, times and stacks. */
@NullMarked
package dev.loomweight.sample.state;

import org.jspecify.annotations.NullMarked;
