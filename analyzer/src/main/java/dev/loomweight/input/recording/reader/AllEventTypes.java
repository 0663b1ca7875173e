package dev.loomweight.input.recording.reader;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;

/** A set that contains every name: readers ask for each type that they find whether it is wanted. */
public final class AllEventTypes extends AbstractSet<String> {

    /** The set. */
    public static final Set<String> INSTANCE = new AllEventTypes();

    private AllEventTypes() {}

    @Override
    public boolean contains(Object name) {
        return true;
    }

    @Override
    public Iterator<String> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public int size() {
        return Integer.MAX_VALUE;
    }
}
