/** Parts of states, as fold files hold them. Files with parts of another form are refused as of another version. */
@NullMarked
package dev.loomweight.sample.state;

import org.jspecify.annotations.NullMarked;
