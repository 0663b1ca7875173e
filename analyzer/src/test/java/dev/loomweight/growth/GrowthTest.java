package dev.loomweight.growth;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void look() throws Exception {
        for (String jdk : new String[] {"loomweight.jdk21", "loomweight.jdk.newest"}) {
            Path folder = Path.of("/tmp/gr-" + jdk);
            Files.createDirectories(folder);
            Map<String, Long> places = new LinkedHashMap<>();
            places.put("heap", 37L << 20);
            places.put("small", 37L << 20);
            places.put("direct", 37L << 20);
            places.put("ffm", 37L << 20);
            places.put("arena", 37L << 20);
            places.put("malloc", 37L << 20);
            places.put("mmap", 37L << 20);
            places.put("file", 37L << 20);
            places.put("platform", 300L);
            places.put("virtual", 6000L);
            places.put("metaspace", 700L);
            places.put("interned", 130_000L);
            long begin = System.nanoTime();
            try (GrowingJvm jvm = GrowingJvm.start(jdk, folder, jdk.contains("21"))) {
                jvm.snapshot();
                for (Map.Entry<String, Long> place : places.entrySet()) {
                    for (int i = 0; i < 2; i++) {
                        long t0 = System.nanoTime();
                        long grew = jvm.grow(place.getKey(), place.getValue());
                        long t1 = System.nanoTime();
                        jvm.snapshot();
                        System.out.printf("%s %d grow %d ms, snapshot %d ms%n", place.getKey(), grew, (t1 - t0) / 1000000, (System.nanoTime() - t1) / 1000000);
                    }
                }
                int[] all = new int[jvm.snapshots()];
                for (int i = 0; i < all.length; i++) all[i] = i;
                jvm.capture("all.lw", all);
            }
            System.out.println((System.nanoTime() - begin) / 1000000 + " ms " + jdk);
        }
    }
}
