package dev.loomweight.bench.recording;

/**
 * The calls of one recorded stack, from the outermost: at each step a site, and which of its {@value #TURNS} calls it
 * leaves by. Routes of the same family with near numbers share their outer frames, as the requests of a server do.
 */
final class Route {

    /** How many calls a site has that lead on. */
    static final int TURNS = 4;

    private final Site[] sites;
    private final byte[] turns;

    private Route(int length) {
        this.sites = new Site[length];
        this.turns = new byte[length];
    }

    /**
     * The routes 0 to {@code count - 1} of a family. No two are the same: the digits of a route's number, in base
     * {@value #TURNS}, are turns that it takes. They end in every site in turn.
     *
     * @param family routes of another family differ, even with the same number
     * @param count how many, at least 1
     * @param length the mean length, in steps
     * @param all the sites to lead through
     * @param ends how many of these sites, from the first, routes end in
     */
    static Route[] family(long family, int count, int length, Site[] all, int ends) {
        int digits = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(count - 1) + 1) / 2);
        Route[] routes = new Route[count];
        for (int number = 0; number < count; number++) {
            int spread = Math.max(1, length / 8);
            int own = length - spread + (int) Math.floorMod(mix(family ^ number), 2L * spread + 1);
            Route route = new Route(Math.max(own, digits + 1));
            route.lead(family, number, digits, all);
            route.sites[route.sites.length - 1] = all[number % ends];
            routes[number] = route;
        }
        return routes;
    }

    private void lead(long family, int number, int digits, Site[] all) {
        long prefix = mix(family);
        int taken = 0;
        for (int step = 0; step < sites.length; step++) {
            sites[step] = all[(int) Math.floorMod(prefix, (long) all.length)];
            boolean digitIsDue = taken < digits && step >= (long) taken * (sites.length - 1) / digits;
            int turn = (int) (prefix >>> 40) & (TURNS - 1);
            if (digitIsDue) {
                turn = (number >>> (2 * (digits - 1 - taken))) & (TURNS - 1);
                taken++;
            }
            turns[step] = (byte) turn;
            prefix = mix(prefix + turn);
        }
    }

    int length() {
        return sites.length;
    }

    Site site(int step) {
        return sites[step];
    }

    int turn(int step) {
        return turns[step];
    }

    /** Walks the route on the calling thread and acts at its end. */
    void walk(Act act) {
        sites[0].go(this, 0, act);
    }

    /** Scatters a number over all longs: the finalizer of MurmurHash3, by Austin Appleby, in the public domain. */
    static long mix(long number) {
        long mixed = number + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
