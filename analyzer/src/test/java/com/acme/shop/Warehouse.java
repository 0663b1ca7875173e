package com.acme.shop;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Another service, which takes its time to answer. */
final class Warehouse {

    private Warehouse() {}

    static void ask(Duration answer) {
        long end = System.nanoTime() + answer.toNanos();
        for (long left = answer.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
