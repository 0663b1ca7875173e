/**
 * The annotations of Quarkus' extension for virtual threads, with the same names, so that tests that have them compile and
 * are gated when the dependency is replaced. They mean what {@link dev.loomweight.junit.NoPins} and {@link
 * dev.loomweight.junit.ExpectPins} mean.
 */
package io.quarkus.test.junit.virtual;
