package dev.loomweight.junit.samples;

import dev.loomweight.junit.NoPins;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

/** A test that takes the gate its recording. */
class ClosesRecordings {

    @NoPins
    @Test
    void closes() {
        FlightRecorder.getFlightRecorder().getRecordings().forEach(Recording::close);
    }
}
