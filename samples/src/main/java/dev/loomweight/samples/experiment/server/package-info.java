/**
 * Experiments with servers: real ones, each from its library, under a load of their own on the loopback interface. A
 * server runs in the JVM that is under capture; the load and the service that it calls are other processes.
 */
@NullMarked
package dev.loomweight.samples.experiment.server;

import org.jspecify.annotations.NullMarked;
