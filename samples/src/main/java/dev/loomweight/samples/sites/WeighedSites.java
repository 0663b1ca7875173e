package dev.loomweight.samples.sites;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Threads that wait at a few sites, of which is known by construction what each holds: what a tool says of the weight of
 * a site can be held against it.
 *
 * <p>Arguments: a case, one of {@link Case}, in lower case, and any of {@code threads=500} (of each site, in all cases),
 * {@code frames=60,10,200}, {@code bytes=4096}, {@code warm=0} (how often the code of each site runs
 * before), {@code rounds=0} (how often its threads come and go before).
 *
 * <p>Prints one line a site, {@code site NAME threads=N}, with what each thread of it has by construction: {@code frames}
 * of its own, {@code localBytes} (the array of a thread-local), {@code heldBytes} (the array that only its stack holds),
 * {@code scopedBytes}, {@code sharedBytes} (an array that all threads of the site, or of all sites with the same
 * {@code shared} name, hold together and nothing else does). Arrays are given with their headers. A site of which the JDK has
 * not what it takes is a line {@code absent NAME}. Then it prints {@code ready}, obeys lines of standard input, and says so
 * again after each: {@code more SITE N} starts threads, {@code fewer SITE N} ends some, {@code grow N} starts threads at the
 * first site and replaces those of all others. The end of the input ends it.
 */
public final class WeighedSites {

    private final List<StandingThreads> sites;

    private WeighedSites(List<StandingThreads> sites) {
        this.sites = sites;
    }

    /** Runs a case until standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Settings settings = Settings.of(List.of(args).subList(1, args.length));
        WeighedSites program = new WeighedSites(Case.of(args[0]).sites(settings));
        for (StandingThreads site : program.sites) {
            site.open(settings);
        }
        Held.forget();
        program.say();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            program.obey(line.split(" ", -1));
            program.say();
        }
        System.exit(0);
    }

    private void obey(String[] words) throws InterruptedException {
        int count = Integer.parseInt(words[words.length - 1]);
        switch (words[0]) {
            case "more" -> site(words[1]).start(count);
            case "fewer" -> site(words[1]).end(count);
            case "grow" -> grow(count);
            default -> throw new IllegalArgumentException("no command " + words[0]);
        }
    }

    /** What leaks stays, and what does not is replaced by as much. */
    private void grow(int count) throws InterruptedException {
        sites.get(0).start(count);
        for (StandingThreads site : sites.subList(1, sites.size())) {
            int before = site.count();
            site.end(before);
            site.start(before);
        }
    }

    private StandingThreads site(String name) {
        return sites.stream()
                .filter(site -> site.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void say() {
        sites.forEach(site -> System.out.println(site.line()));
        System.out.println("ready");
    }
}
