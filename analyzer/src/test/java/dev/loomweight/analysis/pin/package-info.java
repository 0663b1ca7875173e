@NullMarked
package dev.loomweight.analysis.pin;

import org.jspecify.annotations.NullMarked;
