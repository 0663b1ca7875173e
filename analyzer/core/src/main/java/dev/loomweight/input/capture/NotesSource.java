package dev.loomweight.input.capture;

import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.util.List;
import java.util.function.Supplier;

/** What there is to say of the inputs themselves, such as which of their files were left out: notes, and no samples. */
final class NotesSource implements Source {

    private final Origin origin;
    private final List<String> notes;

    /**
     * Notes on a folder, or on the inputs together.
     *
     * @param about the folder, or empty
     */
    NotesSource(String about, List<String> notes) {
        this.origin = new Origin(about, null, about, Instrument.CAPTURE);
        this.notes = List.copyOf(notes);
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public boolean hasContent() {
        return false;
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        return Coverage.of(Coverage.OfSource.text(origin, notes));
    }
}
