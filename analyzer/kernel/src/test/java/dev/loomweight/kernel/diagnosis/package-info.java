@NullMarked
package dev.loomweight.kernel.diagnosis;

import org.jspecify.annotations.NullMarked;
