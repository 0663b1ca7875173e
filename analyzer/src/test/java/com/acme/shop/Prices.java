package com.acme.shop;

import java.time.Duration;

/** Prices, which are fetched anew now and then. */
final class Prices {

    private int fetched;

    /** Rare, and slow. */
    synchronized int refresh(Duration answer) {
        Warehouse.ask(answer);
        return ++fetched;
    }
}
