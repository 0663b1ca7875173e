package dev.loomweight.samples.experiment.server;

/** A server that runs in this process until the process ends. */
interface RunningServer {

    /** Where it listens. */
    int port();
}
