@NullMarked
package dev.loomweight.junit.judge;

import org.jspecify.annotations.NullMarked;
