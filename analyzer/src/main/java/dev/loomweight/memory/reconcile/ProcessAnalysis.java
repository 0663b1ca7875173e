package dev.loomweight.memory.reconcile;

import dev.loomweight.fold.Analysis;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/** The base of analyses of processes; all but the section. */
public abstract class ProcessAnalysis implements Analysis<Processes> {

    /** For subclasses. */
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
