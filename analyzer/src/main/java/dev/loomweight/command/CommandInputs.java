package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sample.Instrument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a command reads, open until it is closed: captures, recordings and texts, and the application's class
 * files. A process id stands for a running JVM: a snapshot of it is taken into a temporary capture, which is removed on
 * close.
 */
final class CommandInputs implements AutoCloseable {

    private final PinRequest pins;
    private final ReaderChoice reader;
    private final long maxUnpackedBytes;
    private final ClassPath classes;
    private final TemporaryFolder temporary = new TemporaryFolder();
    private final List<Inputs> opened = new ArrayList<>();

    /**
     * Opens the class files, and no input yet.
     *
     * @param pins where the class files are
     * @param reader how recordings are read
     * @param maxUnpackedBytes limit for compressed inputs and standard input, in bytes, for each call of {@link #open};
     *     0 for the default
     * @throws DataException if the JDK of the request cannot be read
     */
    CommandInputs(PinRequest pins, ReaderChoice reader, long maxUnpackedBytes) {
        this.pins = pins;
        this.reader = reader;
        this.maxUnpackedBytes = maxUnpackedBytes;
        this.classes = pins.open();
        classes.openAhead();
    }

    /** The options of the analyses of pins, with the class files. */
    PinOptions pinOptions() {
        return pins.options(classes);
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
        PinRequest.close(classes);
    }
}
