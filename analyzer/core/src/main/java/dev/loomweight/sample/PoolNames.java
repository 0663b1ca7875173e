package dev.loomweight.sample;

/** What the names of the threads of a pool have in common. */
public final class PoolNames {

    private PoolNames() {}

    /** The name of a thread with N for each number in it; may be empty. */
    public static String of(String thread) {
        StringBuilder name = new StringBuilder(thread.length());
        boolean inNumber = false;
        for (int i = 0; i < thread.length(); i++) {
            boolean digit = thread.charAt(i) >= '0' && thread.charAt(i) <= '9';
            if (!digit) {
                name.append(thread.charAt(i));
            } else if (!inNumber) {
                name.append('N');
            }
            inNumber = digit;
        }
        return name.toString();
    }
}
