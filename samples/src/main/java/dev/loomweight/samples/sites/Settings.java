package dev.loomweight.samples.sites;

import java.util.List;

/**
 * What a case is asked for.
 *
 * @param threads of each site
 * @param frames of each site, its own, in the cases that have several depths
 * @param bytes how much a thread keeps, in bytes, without the header of the array
 * @param warm how often the code of a site runs, without a wait, before its threads do
 * @param rounds how often the threads of a site come and go before those that stay
 */
record Settings(int threads, List<Integer> frames, int bytes, int warm, int rounds) {

    static Settings of(List<String> arguments) {
        return new Settings(
                Integer.parseInt(value(arguments, "threads", "500")),
                List.of(value(arguments, "frames", "60,10,200").split(",", -1)).stream()
                        .map(Integer::valueOf)
                        .toList(),
                Integer.parseInt(value(arguments, "bytes", "4096")),
                Integer.parseInt(value(arguments, "warm", "0")),
                Integer.parseInt(value(arguments, "rounds", "0")));
    }

    private static String value(List<String> arguments, String key, String otherwise) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(key + "="))
                .map(argument -> argument.substring(key.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }
}
