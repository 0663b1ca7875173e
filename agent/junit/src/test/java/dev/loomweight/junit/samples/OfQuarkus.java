package dev.loomweight.junit.samples;

import io.quarkus.test.junit.virtual.ShouldNotPin;
import io.quarkus.test.junit.virtual.ShouldPin;
import io.quarkus.test.junit.virtual.VirtualThreadUnit;
import org.junit.jupiter.api.Test;

/** Tests with the annotations of Quarkus' extension. */
@VirtualThreadUnit
@ShouldNotPin
class OfQuarkus {

    @Test
    void quiet() {}

    @ShouldPin
    @Test
    void pinsInVain() {}
}
