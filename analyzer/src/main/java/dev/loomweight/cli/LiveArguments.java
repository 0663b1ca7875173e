package dev.loomweight.cli;

import dev.loomweight.command.Request;
import dev.loomweight.jvm.NmtStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of every command that asks running JVMs for their memory. */
final class LiveArguments implements QuestionCommand.Group {

    @Option(
            names = "--nmt",
            paramLabel = "LEVEL",
            description =
                    "Ask a running JVM for native memory in ${COMPLETION-CANDIDATES} (default: as it is tracked). With"
                            + " detail, which takes up to a second, it must have been started with"
                            + " " + NmtStart.DETAIL + ".")
    private CaptureArguments.@Nullable Level nmt;

    @Override
    public Request with(Request request, CommandLine command) {
        return request.withNmt(nmt());
    }

    /** The level, or null where none is given. */
    @Nullable
    String nmt() {
        return nmt == null ? null : nmt.toString();
    }
}
