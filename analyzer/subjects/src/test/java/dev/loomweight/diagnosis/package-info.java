@NullMarked
package dev.loomweight.diagnosis;

import org.jspecify.annotations.NullMarked;
