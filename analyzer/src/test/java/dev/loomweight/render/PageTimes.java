package dev.loomweight.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/** Opens an html report in Chromium some times, and prints how soon it is there; {@code scripts/bench page} starts it. */
final class PageTimes {

    private PageTimes() {}

    /**
     * Measures.
     *
     * @param arguments the report, the number of runs, and the file for a picture of its first screen or an empty word
     */
    public static void main(String[] arguments) throws IOException {
        Path page = Path.of(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        double[] paints = new double[runs];
        double[] screens = new double[runs];
        for (int i = 0; i < runs; i++) {
            // A browser of its own each time: the second opening would find compiled scripts.
            Path profile = Files.createTempDirectory("page-times");
            try (Browser browser = Browser.start(profile)) {
                browser.theme("light");
                browser.resize(1400, 900);
                browser.open(page);
                browser.waitFor("performance.getEntriesByName('first-contentful-paint').length > 0");
                paints[i] = browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                        .getAsDouble();
                screens[i] = browser.evaluate("performance.getEntriesByName('first-screen')[0].startTime")
                        .getAsDouble();
                if (i == runs - 1 && !arguments[2].isEmpty()) {
                    browser.pictureOfScreen(Path.of(arguments[2]));
                }
            } finally {
                delete(profile);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %d KB; painted after %s; first screen complete after %s%n",
                page.getFileName(),
                Files.size(page) / 1024,
                words(paints),
                words(screens));
    }

    private static String words(double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "%.0f ms (%.0f to %.0f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
