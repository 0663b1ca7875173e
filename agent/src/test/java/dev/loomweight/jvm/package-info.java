@NullMarked
package dev.loomweight.jvm;

import org.jspecify.annotations.NullMarked;
