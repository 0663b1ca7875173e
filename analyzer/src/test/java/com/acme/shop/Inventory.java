package com.acme.shop;

import java.time.Duration;

/** What is on one shelf. */
final class Inventory {

    private int reserved;

    /** Nobody else may have the pieces meanwhile. */
    synchronized int reserve(int pieces, Duration answer) {
        Warehouse.ask(answer);
        reserved += pieces;
        return reserved;
    }
}
