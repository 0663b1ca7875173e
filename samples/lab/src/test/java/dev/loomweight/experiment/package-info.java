@NullMarked
package dev.loomweight.experiment;

import org.jspecify.annotations.NullMarked;
