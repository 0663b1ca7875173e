/** Real servers and libraries, compared with what is known of them: {@code scripts/test applications}. */
@NullMarked
package dev.loomweight.application;

import org.jspecify.annotations.NullMarked;
