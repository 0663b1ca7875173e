package dev.loomweight.memory.reconcile;

import dev.loomweight.fold.Analysis;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/** What all analyses of processes share: everything but the section that they end in. */
public abstract class ProcessAnalysis implements Analysis<Processes> {

    /** For those that extend it. */
    protected ProcessAnalysis() {}

    @Override
    public Interest interest() {
        return Processes.INTEREST;
    }

    @Override
    public Processes empty() {
        return new Processes();
    }

    @Override
    public void add(Processes into, Origin origin, Sample sample) {
        into.add(origin, sample);
    }

    @Override
    public Processes merge(Processes left, Processes right) {
        return left.merge(right);
    }
}
