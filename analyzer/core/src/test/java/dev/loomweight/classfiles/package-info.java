@NullMarked
package dev.loomweight.classfiles;

import org.jspecify.annotations.NullMarked;
