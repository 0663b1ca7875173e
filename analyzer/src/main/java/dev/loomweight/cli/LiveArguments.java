package dev.loomweight.cli;

import dev.loomweight.command.Request;
import dev.loomweight.jvm.NmtStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The options of every command that asks running JVMs for their memory. */
final class LiveArguments extends QuestionCommand.Group {

    private final One<CaptureArguments.Level> nmt = one(
            CaptureArguments.Level.class,
            option(
                    "--nmt",
                    "LEVEL",
                    "Ask a running JVM for native memory in ${COMPLETION-CANDIDATES} (default: as it is tracked). With"
                            + " detail, which takes up to a second, it must have been started with "
                            + NmtStart.DETAIL + "."));

    @Override
    Request with(Request request, CommandLine command) {
        return request.withNmt(nmt());
    }

    /** The level, or null where none is given. */
    @Nullable
    String nmt() {
        return nmt.given() ? nmt.get().toString() : null;
    }
}
