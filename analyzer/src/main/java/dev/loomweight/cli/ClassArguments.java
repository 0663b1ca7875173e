package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Request;
import dev.loomweight.faults.KnownFaults;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that explains stacks by class files. */
final class ClassArguments implements QuestionCommand.Group {

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description =
                    "Class files of the recorded application: jars (including fat jars), directories, DIR/* for all"
                            + " jars of a directory. They show which frame holds a synchronized block, and on which lock.")
    private List<String> classpath = List.of();

    @Option(
            names = "--jdk",
            paramLabel = "HOME",
            description = "The JDK that made the recording: its classes hold monitors too.")
    private @Nullable Path jdk;

    @Option(
            names = "--no-classpath",
            description = "Neither write to a capture nor take from it where the class files and the JDK are.")
    private boolean noClasspath;

    @Option(
            names = "--own",
            paramLabel = "PREFIX",
            split = ",",
            description =
                    "Packages of your own, such as com.acme. All others count as libraries, for which the first frame of"
                            + " your own that called them is shown (default: by the class path).")
    private List<String> own = List.of();

    @Option(
            names = "--carriers",
            paramLabel = "N",
            description = "Number of carriers (the scheduler's parallelism), if the inputs do not contain it.")
    private int carriers;

    @Option(
            names = "--faults",
            paramLabel = "FILE",
            description =
                    "A file of known faults of your own, in the form of the list that comes with Loomweight; entries"
                            + " replace those of the same id. Repeatable.")
    private List<Path> faults = List.of();

    @Override
    public Request with(Request request, CommandLine command) {
        return request.with(request(command));
    }

    /**
     * The request that they make: all pins.
     *
     * @throws ParameterException if a value is not valid
     */
    PinRequest request(CommandLine command) {
        try {
            return new PinRequest(classpath, jdk, own, carriers)
                    .withInputs(!noClasspath)
                    .with(known());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    /** @throws dev.loomweight.capture.DataException if a file is no list of faults */
    private KnownFaults known() {
        KnownFaults known = KnownFaults.own();
        for (Path file : faults) {
            known = known.with(file);
        }
        return known;
    }
}
