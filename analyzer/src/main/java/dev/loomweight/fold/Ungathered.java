package dev.loomweight.fold;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/** The state of those whose figures are all in the coverage: nothing is gathered. */
public final class Ungathered implements State<Ungathered> {

    /** Holds nothing. */
    public Ungathered() {}

    @Override
    public void add(Origin origin, Sample sample) {}

    @Override
    public void merge(Ungathered other) {}
}
