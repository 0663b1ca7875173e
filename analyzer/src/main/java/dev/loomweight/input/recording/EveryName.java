package dev.loomweight.input.recording;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;

/** A set of names that every name is in; readers ask of each type that they find whether it is wanted. */
final class EveryName extends AbstractSet<String> {

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
