package dev.loomweight.cli;

import dev.loomweight.command.Request;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Whether a question about threads asks what they weigh. */
final class WeightArguments implements QuestionCommand.Group {

    @Option(
            names = "--weight",
            description =
                    "Say what the threads at each line weigh, and nothing else: stacks, thread-locals, what they alone"
                            + " hold, and how it grew. Of a running JVM it takes the threads and a class histogram, which"
                            + " stops the application for a full garbage collection; a heap dump (--heap) shows more.")
    private boolean weight;

    @Override
    public Request with(Request request, CommandLine command) {
        return weight ? request.withWeight() : request;
    }
}
