package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.TargetClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a command reads, open until it is closed: captures, recordings and texts, and the application's class
 * files. A process id stands for a running JVM: a snapshot of it is taken into a temporary capture, which is removed on
 * close.
 */
final class CommandInputs implements AutoCloseable {

    private final PinRequest pins;
    private final ReaderChoice reader;
    private final long maxUnpackedBytes;
    private final List<TargetClasses> targets = new ArrayList<>();
    private @Nullable ClassPath classes;
    private @Nullable CommandInputs later;
    private EarlierClasses earlierClasses = EarlierClasses.NONE;
    private final TemporaryFolder temporary = new TemporaryFolder();
    private final List<Inputs> opened = new ArrayList<>();

    /**
     * Opens nothing yet.
     *
     * @param pins where the class files are; what it leaves open, the inputs may name
     * @param reader how recordings are read
     * @param maxUnpackedBytes limit for compressed inputs and standard input, in bytes, for each call of {@link #open};
     *     0 for the default
     */
    CommandInputs(PinRequest pins, ReaderChoice reader, long maxUnpackedBytes) {
        this.pins = pins;
        this.reader = reader;
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    /**
     * The inputs of an earlier build, to be opened before its options are asked for.
     *
     * @param named the class files that the user names for it; what neither they nor its inputs name, the later ones do
     */
    CommandInputs earlier(EarlierClasses named) {
        CommandInputs earlier = new CommandInputs(pins, reader, maxUnpackedBytes);
        earlier.later = this;
        earlier.earlierClasses = named;
        return earlier;
    }

    /**
     * The options of the analyses of pins, with the class files: those that the user names, or that the inputs which were
     * opened before name.
     *
     * @throws DataException if the JDK of the request cannot be read
     */
    PinOptions pinOptions() {
        PinRequest asked = later == null ? pins : earlierClasses.request(pins, targets);
        ClassPath known = classes;
        if (known == null) {
            known = asked.open(later == null ? targets : EarlierClasses.targets(targets, later.targets));
            classes = known;
            known.openAhead();
        }
        return asked.options(known);
    }

    /**
     * Opens inputs.
     *
     * @param named files and folders, process ids, {@link Inputs#STANDARD_INPUT}
     * @throws DataException if one of them does not exist or holds nothing that can be read, or if a process does not
     *     answer
     */
    Inputs open(List<Path> named) {
        List<Path> paths = new ArrayList<>();
        for (Path path : named) {
            paths.add(isProcessId(path) ? snapshot(path) : path);
        }
        Inputs inputs = Inputs.open(paths, reader, maxUnpackedBytes);
        opened.add(inputs);
        targets.addAll(inputs.classes());
        return inputs;
    }

    /**
     * Opens what must be one capture, recording, text or folder of recordings, whose processes are taken together.
     *
     * @throws DataException as {@link #open}, and if it holds several captures
     */
    Inputs openOne(Path named) {
        Inputs inputs = open(List.of(named));
        long subjects = inputs.sources().stream()
                .filter(source -> source.hasContent() && source.origin().instrument() != Instrument.JFR)
                .map(source -> source.origin().subject())
                .distinct()
                .count();
        if (subjects > 1) {
            Path one = Path.of(inputs.sources().getFirst().origin().file()).getParent();
            throw new DataException(named + " holds " + subjects + " captures; name one of them, such as " + one);
        }
        return inputs;
    }

    private static boolean isProcessId(Path path) {
        return path.toString().matches("\\d{1,9}") && !Files.exists(path);
    }

    private Path snapshot(Path processId) {
        try {
            Path capture = temporary.path().resolve(processId + ".lw");
            LiveSnapshot.take(Long.parseLong(processId.toString()), capture);
            return capture;
        } catch (IOException e) {
            throw new DataException("cannot create a temporary folder: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        opened.forEach(Inputs::close);
        temporary.close();
        if (classes != null) {
            PinRequest.close(classes);
        }
    }
}
