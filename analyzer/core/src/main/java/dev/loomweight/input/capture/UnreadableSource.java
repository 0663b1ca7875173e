package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A file of a folder that cannot be read: it costs only itself. */
public final class UnreadableSource implements Source {

    private final Origin origin;
    private final DataException reason;

    /** @param shown what messages call the file */
    UnreadableSource(String shown, DataException reason) {
        this.origin = new Origin(shown, null, shown, Instrument.JFR);
        this.reason = reason;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public long bytes() {
        return Path.of(origin.file()).toFile().length();
    }

    /** Why, as a message for the user. */
    public String reason() {
        return String.valueOf(reason.getMessage());
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        throw new DataException(reason(), reason);
    }
}
