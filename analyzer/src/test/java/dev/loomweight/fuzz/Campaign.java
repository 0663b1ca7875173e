package dev.loomweight.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What {@code scripts/test fuzz} asks: which targets there are, and what a fuzzer needs for one.
 */
public final class Campaign {

    private Campaign() {}

    /**
     * Without arguments, prints the words of all targets. With a target's word and a folder, writes the target's seeds
     * into {@code seeds} in that folder, and what its inputs are made of into {@code dictionary}, and prints the class
     * to fuzz and the longest input that is to be tried.
     */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.out.println(Arrays.stream(Target.values()).map(Target::word).collect(Collectors.joining("\n")));
            return;
        }
        Target target = Arrays.stream(Target.values())
                .filter(each -> each.word().equals(args[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(args[0]));
        Path folder = Path.of(args[1]);
        Path seeds = Files.createDirectories(folder.resolve("seeds"));
        int number = 0;
        for (byte[] seed : target.seeds()) {
            Files.write(seeds.resolve(Integer.toString(number++)), seed);
        }
        Files.write(folder.resolve("dictionary"), dictionary(target.words()));
        System.out.println(target.entry().getName() + " " + target.longest());
    }

    private static List<String> dictionary(List<String> words) {
        List<String> lines = new ArrayList<>();
        for (String word : words) {
            StringBuilder line = new StringBuilder("\"");
            for (byte octet : word.getBytes(StandardCharsets.UTF_8)) {
                boolean plain = octet >= ' ' && octet < 0x7F && octet != '"' && octet != '\\';
                line.append(plain ? String.valueOf((char) octet) : "\\x%02X".formatted(octet & 0xFF));
            }
            lines.add(line.append('"').toString());
        }
        return lines;
    }
}
