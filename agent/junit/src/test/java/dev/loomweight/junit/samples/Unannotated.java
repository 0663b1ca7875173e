package dev.loomweight.junit.samples;

import org.junit.jupiter.api.Test;

/** A test that pins and claims nothing. */
class Unannotated {

    @Test
    void pins() throws InterruptedException {
        Pinning.byInitializing(Pinning.Fifth.class);
    }
}
