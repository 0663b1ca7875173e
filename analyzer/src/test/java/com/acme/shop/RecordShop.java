package com.acme.shop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import jdk.jfr.Recording;

/**
 * Makes {@code src/test/resources/tutorial/app.jfr}: {@code env -i JDK21/bin/java
 * -Djdk.virtualThreadScheduler.parallelism=4 -cp TEST-CLASSES com.acme.shop.RecordShop FILE}. Records these events and no
 * others, so that nothing of the machine gets into the file.
 */
public final class RecordShop {

    private static final int SHELVES = 12;
    private static final int ROUNDS = 60;
    private static final int ORDERS = 6;
    /** The round in which prices are fetched, again and again. */
    private static final int BUSY = 40;

    private final Random random = new Random(42);
    private final List<Inventory> shelves = new ArrayList<>();
    private final Prices prices = new Prices();

    private RecordShop() {
        for (int i = 0; i < SHELVES; i++) {
            shelves.add(new Inventory());
        }
    }

    /** Records into the file {@code args[0]}. */
    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.DataLoss");
            recording.enable("jdk.VirtualThreadPinned").withStackTrace().withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.JavaMonitorEnter").withStackTrace().withThreshold(Duration.ofMillis(1));
            recording.start();
            new RecordShop().open();
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }

    private void open() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            List<Thread> orders = new ArrayList<>();
            for (int order = 0; order < ORDERS; order++) {
                Inventory shelf = shelves.get((round * ORDERS + order) % SHELVES);
                int pieces = round + 1;
                Duration answer = Duration.ofMillis(10 + random.nextInt(30));
                orders.add(Thread.ofVirtual()
                        .name("order-" + round + "-" + order)
                        .start(() -> order(shelf, pieces, answer)));
            }
            if (round % 10 == 0 || round == BUSY + 1 || round == BUSY + 2) {
                Duration answer = Duration.ofMillis(round > BUSY - 5 && round < BUSY + 5 ? 250 : 40);
                orders.add(Thread.ofVirtual().name("prices-" + round).start(() -> prices.refresh(answer)));
            }
            for (Thread order : orders) {
                order.join();
            }
        }
    }

    private static int order(Inventory shelf, int pieces, Duration answer) {
        return shelf.reserve(pieces, answer) * Currencies.known();
    }
}
