@NullMarked
package dev.loomweight.command;

import org.jspecify.annotations.NullMarked;
