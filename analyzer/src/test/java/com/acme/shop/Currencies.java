package com.acme.shop;

import java.time.Duration;

/** Is loaded when the first order needs it. */
final class Currencies {

    private static final int KNOWN;

    static {
        Warehouse.ask(Duration.ofMillis(60));
        KNOWN = 3;
    }

    private Currencies() {}

    static int known() {
        return KNOWN;
    }
}
