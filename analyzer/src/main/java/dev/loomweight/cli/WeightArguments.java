package dev.loomweight.cli;

import dev.loomweight.command.Request;
import picocli.CommandLine;

/** Whether a question about threads asks what they weigh. */
final class WeightArguments extends QuestionCommand.Group {

    private final Flag weight = flag(
            "--weight",
            "Say what the threads at each line weigh, and nothing else: stacks, thread-locals, what they alone"
                    + " hold, and how it grew. Of a running JVM it takes the threads and a class histogram, which"
                    + " stops the application for a full garbage collection; a heap dump (--heap) shows more.");

    @Override
    Request with(Request request, CommandLine command) {
        return weight.given() ? request.withWeight() : request;
    }
}
