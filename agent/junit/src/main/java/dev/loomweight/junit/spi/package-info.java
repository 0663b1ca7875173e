/**
 * What the part of the gate that runs next to the tests and the part that reads their recording say to each other. The
 * second, {@link dev.loomweight.junit.spi.GateJudge}, is {@code dev.loomweight.junit.judge.PinJudge}, with a public
 * constructor without parameters: it is loaded by a class loader of its own, which sees this package and the JDK.
 */
@NullMarked
package dev.loomweight.junit.spi;

import org.jspecify.annotations.NullMarked;
