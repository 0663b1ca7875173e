@NullMarked
package dev.loomweight.amount;

import org.jspecify.annotations.NullMarked;
