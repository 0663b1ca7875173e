package dev.loomweight.threadcost.weight;

import dev.loomweight.fold.Analysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/** What all analyses of whole captures share: everything but the section that they end in. */
public abstract class CaptureAnalysis implements Analysis<Captures> {

    @Override
    public Interest interest() {
        return Processes.INTEREST;
    }

    @Override
    public Captures empty() {
        return new Captures();
    }

    @Override
    public void add(Captures into, Origin origin, Sample sample) {
        into.add(origin, sample);
    }

    @Override
    public Captures merge(Captures left, Captures right) {
        return left.merge(right);
    }
}
