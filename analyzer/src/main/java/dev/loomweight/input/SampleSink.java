package dev.loomweight.input;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/** Takes samples as a source reads them. */
@FunctionalInterface
public interface SampleSink {

    /** One sample and where it comes from. */
    void accept(Origin origin, Sample sample);
}
