@NullMarked
package dev.loomweight.query;

import org.jspecify.annotations.NullMarked;
